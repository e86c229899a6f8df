import type { Identity } from '@ownvoice/shared/contract';
import { useCallback, useState } from 'react';
import { Button } from '../../interface/button.js';
import { Confirm } from '../../interface/modal.js';
import { ErrorNotice } from '../../interface/notice.js';
import { useAction } from '../../interface/use-action.js';
import { useFetch } from '../../interface/use-fetch.js';
import { useFormat } from '../../language/language-provider.js';
import { PROVIDER_NAMES } from '../providers.js';
import { useSignedIn } from '../session.js';
import { useText } from '../text.js';
import { CurrentPasswordField } from './current-password-field.js';

/** The identities that are linked to an account, one's own or, for administrators, another's. */
export function Identities({ userId }: { userId: string }) {
  const text = useText();
  const format = useFormat();
  const { api } = useSignedIn();
  const load = useCallback((signal: AbortSignal) => api.identities(userId, signal), [api, userId]);
  const list = useFetch(load);
  const [unlinking, setUnlinking] = useState<Identity>();
  const unlinked = () => {
    setUnlinking(undefined);
    list.reload();
  };
  const identities = list.value?.identities;

  return (
    <>
      <ErrorNotice error={list.error} action={<Button onClick={list.reload}>{text.retry}</Button>} />
      {identities?.length === 0 && <p className="card-text">{text.account.noIdentities}</p>}
      {identities !== undefined && identities.length > 0 && (
        <ul className="entries">
          {identities.map((identity) => (
            <li key={`${identity.provider} ${identity.subject}`} className="entry">
              <div className="entry-text">
                <p>
                  {text.account.identity({
                    email: identity.email ?? text.account.unknownAddress,
                    provider: PROVIDER_NAMES[identity.provider],
                  })}
                </p>
                <p className="card-text">
                  {identity.last_used_at === null
                    ? text.account.identityLinked({ day: format.day(identity.created_at) })
                    : text.account.identityUsed({
                        linked: format.day(identity.created_at),
                        used: format.day(identity.last_used_at),
                      })}
                </p>
              </div>
              <Button
                aria-label={text.account.unlinkLabel({ provider: PROVIDER_NAMES[identity.provider] })}
                onClick={() => setUnlinking(identity)}
              >
                {text.account.unlink}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {unlinking !== undefined && (
        <Unlink userId={userId} identity={unlinking} onDone={unlinked} onClose={() => setUnlinking(undefined)} />
      )}
    </>
  );
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
  const action = useAction();
  const [currentPassword, setCurrentPassword] = useState('');
  const unlink = () =>
    action.run(async () => {
      const proof = currentPassword === '' ? {} : { current_password: currentPassword };
      await api.unlinkIdentity(userId, identity.provider, proof);
      onDone();
    });
  return (
    <Confirm
      open
      title={text.account.unlinkTitle({ provider: PROVIDER_NAMES[identity.provider] })}
      description={text.account.unlinkBody}
      confirm={text.account.unlink}
      cancel={text.cancel}
      busy={action.busy}
      onConfirm={unlink}
      onClose={onClose}
    >
      <ErrorNotice error={action.error} />
      {userId === user.id && <CurrentPasswordField value={currentPassword} onChange={setCurrentPassword} />}
    </Confirm>
  );
}
