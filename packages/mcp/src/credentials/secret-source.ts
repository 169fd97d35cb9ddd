/** A secret as a source has it. */
export interface HeldSecret {
  readonly secret: string;
  /** When it was set, where the source knows. */
  readonly since?: string | undefined;
}

/** The secrets of one source by their names. */
export type HeldSecrets = ReadonlyMap<string, HeldSecret>;

/** One place where credentials are looked for. No error of it holds any part of a secret, not even as its cause. */
export interface SecretSource {
  /** `environment`, `file`, `vault` or `command`; a second of its kind is `file:2`. */
  readonly id: string;
  /** The place, for people. */
  readonly place: string;
  /** Read anew every time, unless the declaration says for how long it may be kept. */
  read(name: string): Promise<HeldSecret | undefined>;
  /** All that it has; a source without it cannot tell. */
  readonly all?: (() => Promise<HeldSecrets>) | undefined;
  /** Changes what it has while no other process does; a source without it cannot be written. */
  readonly update?: ((change: (before: HeldSecrets) => HeldSecrets) => Promise<void>) | undefined;
  /** Seals everything anew under the first key there is, or under one made now. */
  readonly rekey?: ((options: { readonly generate: boolean }) => Promise<RekeyReport>) | undefined;
}

/** What sealing anew has done. */
export interface RekeyReport {
  /** False when the vault was made by this. */
  readonly existed: boolean;
  /** Where a key made now was put. */
  readonly keyMadeIn?: string | undefined;
  readonly secrets: number;
}
