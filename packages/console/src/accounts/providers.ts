import type { OAuthProvider } from '@ownvoice/shared/contract';

export const PROVIDER_NAMES: Readonly<Record<OAuthProvider, string>> = {
  codehost: 'GitHub',
  modelhub: 'Hugging Face',
};
