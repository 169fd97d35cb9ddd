import { type Bilingual, RolecallError } from '@rolecall/base';

/** One request to a webhook. */
export interface WebhookRequest {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** An answer is read so far, to see that it comes to its end; what stands in it is nobody's concern. */
const ANSWER_BYTES = 64 * 1024;

/**
 * Posts it. Throws for everything but a whole answer of status 2xx: the receiver then gets it again, and knows it by its
 * id. No redirect is followed: the operator has named one address.
 */
export async function postWebhook({ url, body, headers, timeoutMs, signal }: WebhookRequest): Promise<void> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'rolecall', ...headers },
      body,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    });
    await readAnswer(response);
    if (response.status >= 200 && response.status < 300) return;
    throw failure(
      isRedirect(response.status)
        ? {
            en: `It answered ${response.status}, a redirect, which is not followed.`,
            zh: `它回答了 ${response.status}，这是重定向，不会跟随。`,
          }
        : { en: `It answered ${response.status}.`, zh: `它回答了 ${response.status}。` },
    );
  } catch (error) {
    if (RolecallError.is(error)) throw error;
    if (timeout.aborted)
      throw failure({ en: `It did not answer within ${timeoutMs} ms.`, zh: `它在 ${timeoutMs} 毫秒内没有回答。` });
    throw failure({
      en: `It could not be reached, or its answer broke off (${reasonOf(error)}).`,
      zh: `连接不到它，或回答中断了（${reasonOf(error)}）。`,
    });
  }
}

async function readAnswer({ body }: Response): Promise<void> {
  if (body === null) return;
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the rest.
    if (bytes > ANSWER_BYTES) return;
  }
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/** The code of a socket error and nothing else: an address may hold what is no reader's. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : cause instanceof Error ? cause.name : 'unknown';
}

function failure(message: Bilingual): RolecallError {
  return new RolecallError({
    code: 'webhook_failed',
    message,
    hint: { en: 'See docs/events.md for what a webhook answers.', zh: 'webhook 应当怎样回答，见 docs/events.zh.md。' },
  });
}
