import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { ResolvedAddress } from './check-host.ts';
import { WebRefused } from './web-refused.ts';

export interface GetRequest {
  readonly url: URL;
  /** Where the connection is made to, whatever the name leads to by now; by the name itself without it. */
  readonly addresses?: readonly ResolvedAddress[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the body once it is unpacked. */
  readonly maxBytes: number;
  /** Ends it at any moment: connecting, waiting, reading. */
  readonly signal: AbortSignal;
}

export interface GetAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/**
 * One GET on a connection of its own: no redirect is followed, no cookie sent, and no more read than allowed, counted
 * after unpacking. The body of a redirect is not read.
 */
export function getLimited(wanted: GetRequest): Promise<GetAnswer> {
  const { url, addresses, headers, signal } = wanted;
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method: 'GET',
      agent: false,
      headers: { ...headers, 'accept-encoding': 'gzip, deflate, br' },
      signal,
      ...(addresses ? { lookup: pinnedTo(addresses) } : {}),
    });
    const fail = (error: unknown) => {
      request.destroy();
      reject(refusalOf(error, signal));
    };
    request.on('error', fail);
    request.on('response', (response) => {
      const status = response.statusCode ?? 0;
      if (status >= 300 && status < 400) {
        request.destroy();
        resolve({ status, headers: response.headers, body: Buffer.alloc(0) });
        return;
      }
      readBody(response, wanted).then((body) => resolve({ status, headers: response.headers, body }), fail);
    });
    request.end();
  });
}

/** A resolver that knows these addresses and no others. */
function pinnedTo(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_host, options, answer) => {
    const [first] = addresses;
    if (options.all) answer(null, [...addresses]);
    else answer(null, first?.address ?? '', first?.family);
  };
}

async function readBody(response: IncomingMessage, { maxBytes, signal }: GetRequest): Promise<Buffer> {
  const declared = Number(response.headers['content-length']);
  if (declared > maxBytes) throw new WebRefused('too_large', `${megabytes(declared)} > ${megabytes(maxBytes)}`);
  const unpacked = unpackedStream(response);
  const chunks: Buffer[] = [];
  let read = 0;
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      read += chunk.length;
      if (read > maxBytes) throw new WebRefused('too_large', `> ${megabytes(maxBytes)}`);
      chunks.push(chunk);
    }
  } catch (error) {
    if (signal.aborted || error instanceof WebRefused || !isZlibError(error)) throw error;
    throw new WebRefused('encoding_refused');
  } finally {
    unpacked.destroy();
    response.destroy();
  }
  return Buffer.concat(chunks);
}

function unpackedStream(response: IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const unpack = () => {
    switch (encoding) {
      case 'gzip':
      case 'x-gzip':
        return createGunzip();
      case 'deflate':
        return createInflate();
      case 'br':
        return createBrotliDecompress();
      default:
        throw new WebRefused('encoding_refused', encoding.slice(0, 40));
    }
  };
  if (encoding === 'identity' || encoding === '') return response;
  const unpacked = unpack();
  response.on('error', (error) => unpacked.destroy(error));
  return response.pipe(unpacked);
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(Z_|ERR__ERROR|ERR_BROTLI|ERR_ZLIB)/.test(String(error.code));
}

function refusalOf(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof WebRefused) return error;
  if (signal.aborted) return new WebRefused(isTimeout(signal.reason) ? 'timed_out' : 'aborted');
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new WebRefused('name_unknown');
  return new WebRefused('unreachable', code === '' ? undefined : code);
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError';
}

/** Waits no longer than the signal lets it. */
export function unlessEnded<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(refusalOf(undefined, signal));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    value.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`;
}
