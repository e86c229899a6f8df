import type { Identity, OAuthProvider } from '@ownvoice/shared/contract';
import { useCallback, useState } from 'react';
import { Button } from '../../interface/button.js';
import { ErrorNotice, FetchError } from '../../interface/notice.js';
import { useAction } from '../../interface/use-action.js';
import { useFetch } from '../../interface/use-fetch.js';
import { useFormat } from '../../language/language-provider.js';
import { ConfirmAction, Entry, Section } from '../account-section.js';
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
  const [unlinking, setUnlinking] = useState<Identity>();
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
  if (info.oauth_providers.length === 0 && identities.length === 0) return null;

  return (
    <Section in={place} title={labels.identities}>
      {place === 'page' && <p className="muted">{labels.identitiesBody}</p>}
      <FetchError {...list} />
      {list.value !== undefined && identities.length === 0 && <p className="muted">{labels.noIdentities}</p>}
      <ul className="stack">
        {identities.map((identity) => {
          const provider = nameOf(identity);
          const linked = format.day(identity.created_at);
          const used = identity.last_used_at;
          return (
            <Entry
              key={`${identity.provider} ${identity.subject}`}
              title={labels.identity({ email: identity.email ?? labels.unknownAddress, provider })}
              detail={
                used === null
                  ? labels.identityLinked({ day: linked })
                  : labels.identityUsed({ linked, used: format.day(used) })
              }
            >
              <Button aria-label={labels.unlinkLabel({ provider })} onClick={() => setUnlinking(identity)}>
                {labels.unlink}
              </Button>
            </Entry>
          );
        })}
      </ul>
      <ErrorNotice error={linking.error} />
      {connectable.map((provider) => (
        <Button key={provider} busy={linking.busy} onClick={() => void connect(provider)}>
          {labels.connect({ provider: info.providerNames[provider] ?? provider })}
        </Button>
      ))}
      {unlinking !== undefined && (
        <ConfirmAction
          title={labels.unlinkTitle({ provider: nameOf(unlinking) })}
          description={labels.unlinkBody}
          confirm={labels.unlink}
          onConfirm={async () => {
            await api.unlinkIdentity(userId, unlinking.provider);
            setUnlinking(undefined);
            list.reload();
          }}
          onClose={() => setUnlinking(undefined)}
        />
      )}
    </Section>
  );
}
