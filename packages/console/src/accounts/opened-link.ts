/** A link that an administrator gave to somebody. */
export interface OpenedLink {
  kind: 'invitation' | 'reset';
  token: string;
}

/** Takes the token of a link out of the address and the history. It is for this page alone. */
export function takeLink(location: Location, history: History): OpenedLink | undefined {
  const [, kind, token = ''] = /^#(invitation|reset)=([\w-]+)$/.exec(location.hash) ?? [];
  if (kind !== 'invitation' && kind !== 'reset') return undefined;
  history.replaceState(null, '', location.pathname + location.search);
  return { kind, token };
}
