import type { Identity, OAuthProvider } from '@ownvoice/shared/contract';
import { useCallback, useState } from 'react';
import { Button } from '../../interface/button.js';
import { Confirm } from '../../interface/modal.js';
import { ErrorNotice } from '../../interface/notice.js';
import { useFetch } from '../../interface/use-fetch.js';
import { useFormat } from '../../language/language-provider.js';
import { useSignedIn } from '../session.js';
import { useText } from '../text.js';
import { useSubmission } from '../use-submission.js';
import { CurrentPasswordField } from './account-fields.js';
import { Section } from './section.js';

interface LinkedIdentitiesProps {
  userId: string;
  /** A card of the account page, or a part of a dialog. */
  in: 'page' | 'dialog';
}

/**
 * The identities that are linked to an account, one's own or, for administrators, another's. Nothing where no provider is
 * configured and none is linked.
 */
export function LinkedIdentities({ userId, in: place }: LinkedIdentitiesProps) {
  const text = useText();
  const { api, info } = useSignedIn();
  const load = useCallback((signal: AbortSignal) => api.identities(userId, signal), [api, userId]);
  const list = useFetch(load);
  const [unlinking, setUnlinking] = useState<Identity>();
  const unlinked = () => {
    setUnlinking(undefined);
    list.reload();
  };
  const identities = list.value?.identities ?? [];
  if (info.oauth_providers.length === 0 && identities.length === 0) return null;

  return (
    <Section in={place} title={text.account.identities}>
      {place === 'page' && <p className="card-text">{text.account.identitiesBody}</p>}
      <ErrorNotice error={list.error} action={<Button onClick={list.reload}>{text.retry}</Button>} />
      {list.value !== undefined && identities.length === 0 && <p className="card-text">{text.account.noIdentities}</p>}
      {identities.length > 0 && (
        <ul className="entries">
          {identities.map((identity) => (
            <IdentityItem
              key={`${identity.provider} ${identity.subject}`}
              identity={identity}
              onUnlink={() => setUnlinking(identity)}
            />
          ))}
        </ul>
      )}
      {unlinking !== undefined && (
        <Unlink userId={userId} identity={unlinking} onDone={unlinked} onClose={() => setUnlinking(undefined)} />
      )}
    </Section>
  );
}

function IdentityItem({ identity, onUnlink }: { identity: Identity; onUnlink: () => void }) {
  const text = useText();
  const format = useFormat();
  const provider = useProviderName(identity.provider);
  const linked = format.day(identity.created_at);
  return (
    <li className="entry">
      <div className="entry-text">
        <p>{text.account.identity({ email: identity.email ?? text.account.unknownAddress, provider })}</p>
        <p className="card-text">
          {identity.last_used_at === null
            ? text.account.identityLinked({ day: linked })
            : text.account.identityUsed({ linked, used: format.day(identity.last_used_at) })}
        </p>
      </div>
      <Button aria-label={text.account.unlinkLabel({ provider })} onClick={onUnlink}>
        {text.account.unlink}
      </Button>
    </li>
  );
}

function useProviderName(provider: OAuthProvider): string {
  const { info } = useSignedIn();
  return info.providerNames[provider] ?? provider;
}

interface UnlinkProps {
  userId: string;
  identity: Identity;
  onDone: () => void;
  onClose: () => void;
}

function Unlink({ userId, identity, onDone, onClose }: UnlinkProps) {
  const text = useText();
  const { api, user } = useSignedIn();
  const provider = useProviderName(identity.provider);
  const form = useSubmission();
  const [currentPassword, setCurrentPassword] = useState('');
  const unlink = () =>
    form.submit(async () => {
      const proof = currentPassword === '' ? {} : { current_password: currentPassword };
      await api.unlinkIdentity(userId, identity.provider, proof);
      onDone();
    });
  return (
    <Confirm
      open
      title={text.account.unlinkTitle({ provider })}
      description={text.account.unlinkBody}
      confirm={text.account.unlink}
      cancel={text.cancel}
      busy={form.busy}
      onConfirm={unlink}
      onClose={onClose}
    >
      <ErrorNotice error={form.error} />
      {userId === user.id && (
        <CurrentPasswordField
          hint={text.fields.currentPasswordHint}
          value={currentPassword}
          error={form.fields.current_password}
          onChange={setCurrentPassword}
        />
      )}
    </Confirm>
  );
}
