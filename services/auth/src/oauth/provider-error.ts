/** Why a provider could not be used. `rejected`: it responded with an error of the protocol. */
export type OAuthProviderFault = 'timeout' | 'too-large' | 'redirect' | 'unreachable' | 'bad-response' | 'rejected';

/**
 * The provider failed, not the person who signs in. The message is for the log. It never holds a code, a token or
 * anything else that the provider sent, apart from a registered error code.
 */
export class OAuthProviderError extends Error {
  override readonly name = 'OAuthProviderError';
  readonly fault: OAuthProviderFault;

  constructor(fault: OAuthProviderFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

function textAt(value: unknown, key: string): string | undefined {
  const found = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  return typeof found === 'string' ? found : undefined;
}

/** The protocol's error code in an error of the client library, such as `invalid_grant`. */
export function protocolErrorOf(thrown: unknown): string | undefined {
  const code = textAt(thrown, 'error');
  return code !== undefined && /^[a-z_]{1,64}$/.test(code) ? code : undefined;
}

/**
 * Converts an error of the client library or the network. The original is dropped on purpose: its `cause` holds the
 * provider's response, tokens included.
 */
export function asProviderError(thrown: unknown, during: string): OAuthProviderError {
  for (let error: unknown = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof OAuthProviderError) return error;
    if (error.name === 'TimeoutError' || error.name === 'AbortError')
      return new OAuthProviderError('timeout', `${during}: no response in time`);
  }
  const code = protocolErrorOf(thrown);
  if (code !== undefined) return new OAuthProviderError('rejected', `${during}: the provider responded with ${code}`);
  const library = textAt(thrown, 'code') ?? 'an unexpected response';
  return new OAuthProviderError('bad-response', `${during}: ${library}`);
}
