/**
 * Every limit of the standard, in one place.
 *
 * The first group is the format's own; the second protects a host against packs that are too large to be packs.
 */
export const LIMITS = {
  metaString: 200,
  handoffPrompt: 2000,
  matchWords: 20,
  matchWordLength: 50,
  skills: 50,
  capabilities: 50,
  manifestBytes: 512 * 1024,
  /** More is advice: an assistant reads a short list better. Source: RolePack, section 2.4. */
  advisedSkills: 10,
  advisedSkillLines: 500,
  askLimitAdvised: 10,
  capabilityKeyLength: 128,

  packFiles: 2000,
  packDepth: 12,
  packBytes: 100 * 1024 * 1024,
  fileBytes: 20 * 1024 * 1024,
  /** Persona, rules, one skill: what reaches a prompt. */
  textBytes: 2 * 1024 * 1024,
  mcpBytes: 512 * 1024,
  frontmatterBytes: 64 * 1024,
  pathLength: 400,
  skillNameLength: 100,
} as const;

/** The version of the format that this implementation reads and writes. */
export const FORMAT_VERSION = '1.0.0';

/** The fixed address of the schema of one format version; its content never changes. Source: RolePack, section 五. */
export const SCHEMA_ID = 'https://role-pack.dev/schemas/1.0.0/role-pack.schema.json';

/** The version of the kernel interface that `minKernelVersion` is compared with where a host names none. */
export const KERNEL_VERSION = '0.1.0';
