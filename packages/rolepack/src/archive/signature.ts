import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { isJsonObject } from '@rolecall/base';

/** A signature over the content digest of a pack; it lies beside the archive as `<archive>.sig.json`. */
export interface PackSignature {
  readonly format: 'role-pack-signature/1';
  readonly algorithm: 'ed25519';
  readonly name: string;
  readonly version: string;
  readonly digest: string;
  /** SubjectPublicKeyInfo, DER, base64. */
  readonly publicKey: string;
  /** Base64. */
  readonly signature: string;
}

/** Signs name, version and digest of a pack with an ed25519 private key in PEM. */
export function signPack(
  pack: { readonly name: string; readonly version: string; readonly digest: string },
  privateKeyPem: string,
): PackSignature {
  const key = createPrivateKey(privateKeyPem);
  if (key.asymmetricKeyType !== 'ed25519') throw new TypeError('the key is not an ed25519 key');
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
  const signature = sign(null, statement(pack), key).toString('base64');
  return {
    format: 'role-pack-signature/1',
    algorithm: 'ed25519',
    name: pack.name,
    version: pack.version,
    digest: pack.digest,
    publicKey,
    signature,
  };
}

/** Why a signature does not hold for this digest (and, when given, this public key); undefined when it does. */
export function signatureProblem(signature: unknown, digest: string, trustedPem?: string): string | undefined {
  if (!isSignature(signature)) return 'it is not a role pack signature';
  if (signature.digest !== digest) return 'it was made for other content';
  let key: KeyObject;
  try {
    key = createPublicKey({ key: Buffer.from(signature.publicKey, 'base64'), type: 'spki', format: 'der' });
    if (key.asymmetricKeyType !== 'ed25519') return 'its key is not an ed25519 key';
    if (!verify(null, statement(signature), key, Buffer.from(signature.signature, 'base64')))
      return 'it does not match its key';
  } catch {
    return 'its key cannot be read';
  }
  if (trustedPem === undefined) return undefined;
  try {
    const trusted = createPublicKey(trustedPem).export({ type: 'spki', format: 'der' }).toString('base64');
    return trusted === signature.publicKey ? undefined : 'it was made by another key than the trusted one';
  } catch {
    return 'the trusted key cannot be read';
  }
}

function statement(pack: { readonly name: string; readonly version: string; readonly digest: string }): Buffer {
  return Buffer.from(`role-pack-signature/1\n${JSON.stringify([pack.name, pack.version, pack.digest])}\n`, 'utf8');
}

function isSignature(value: unknown): value is PackSignature {
  return (
    isJsonObject(value) &&
    value.format === 'role-pack-signature/1' &&
    value.algorithm === 'ed25519' &&
    ['name', 'version', 'digest', 'publicKey', 'signature'].every((key) => typeof value[key] === 'string')
  );
}
