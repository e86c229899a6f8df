import type { Identity, OAuthProvider } from '@ownvoice/shared/contract';
import { useCallback } from 'react';
import { Button } from '../../interface/button.js';
import { ErrorNotice } from '../../interface/notice.js';
import { useAction } from '../../interface/use-action.js';
import { useFetch } from '../../interface/use-fetch.js';
import { useFormat } from '../../language/language-provider.js';
import { EntryList, Section } from '../account-section.js';
import { keepRoute } from '../route.js';
import { useSignedIn } from '../session.js';
import { useText } from '../text.js';

interface LinkedIdentitiesProps {
  userId: string;
  /** A card of the account page, or a part of a dialog. */
  in?: 'page' | 'dialog';
}

/**
 * The identities that are linked to an account, one's own or, for administrators, another's. Nothing where no provider is
 * configured and none is linked.
 */
export function LinkedIdentities({ userId, in: place = 'page' }: LinkedIdentitiesProps) {
  const text = useText();
  const labels = text.account;
  const format = useFormat();
  const { api, info } = useSignedIn();
  const list = useFetch(useCallback((signal: AbortSignal) => api.identities(userId, signal), [api, userId]));
  const linking = useAction();
  const identities = list.value?.identities ?? [];
  const nameOf = ({ provider }: Identity) => info.providerNames[provider] ?? provider;
  const connectable =
    place === 'page' && list.value !== undefined
      ? info.oauth_providers.filter((name) => identities.every(({ provider }) => provider !== name))
      : [];
  const connect = (provider: OAuthProvider) =>
    linking.run(async () => {
      keepRoute();
      window.location.assign(await api.linkIdentity(provider));
    });
  if (info.oauth_providers.length === 0 && identities.length === 0) return <div aria-busy={list.pending} />;

  return (
    <Section in={place} title={labels.identities} busy={list.pending}>
      {place === 'page' && <p className="muted">{labels.identitiesBody}</p>}
      {list.value !== undefined && identities.length === 0 && <p className="muted">{labels.noIdentities}</p>}
      <EntryList
        list={list}
        entries={identities}
        show={(identity) => {
          const { provider, subject, email, created_at, last_used_at: used } = identity;
          const [name, linked] = [nameOf(identity), format.day(created_at)];
          return {
            key: `${provider} ${subject}`,
            name,
            title: labels.identity({ email: email ?? labels.unknownAddress, provider: name }),
            detail:
              used === null
                ? labels.identityLinked({ day: linked })
                : labels.identityUsed({ linked, used: format.day(used) }),
          };
        }}
        text={labels.removal}
        remove={({ provider }) => api.unlinkIdentity(userId, provider)}
      />
      <ErrorNotice error={linking.error} />
      {connectable.map((provider) => (
        <Button key={provider} busy={linking.busy} onClick={() => void connect(provider)}>
          {labels.connect({ provider: info.providerNames[provider] ?? provider })}
        </Button>
      ))}
    </Section>
  );
}
