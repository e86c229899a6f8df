import type { User } from '@ownvoice/shared/contract';
import { useState } from 'react';
import { Button } from '../../interface/button.js';
import { Confirm } from '../../interface/modal.js';
import { ErrorNotice, SuccessNotice } from '../../interface/notice.js';
import { useMessage } from '../../language/message.js';
import { useSignedIn } from '../session.js';
import { type AccountsText, useText } from '../text.js';
import { useSubmission } from '../use-submission.js';
import { Section } from './section.js';

type Kind = 'secondFactor' | 'passkeys';

/** For administrators: removes the second factor or the passkeys of a user who lost the device with them. */
export function UserSecurity({ user }: { user: User }) {
  const text = useText();
  const { api } = useSignedIn();
  const form = useSubmission();
  const [confirming, setConfirming] = useState<Kind>();
  const [success, say] = useMessage<AccountsText>();
  const labels = text.userSecurity;
  const remove = (kind: Kind) =>
    form.submit(async () => {
      await (kind === 'secondFactor' ? api.removeSecondFactor(user.id) : api.removePasskeys(user.id));
      setConfirming(undefined);
      say(({ userSecurity }) => userSecurity[kind].removed);
    });
  const open = (kind: Kind) => {
    form.clear();
    say();
    setConfirming(kind);
  };
  return (
    <Section in="dialog" title={labels.title}>
      <p className="modal-text">{labels.body}</p>
      <SuccessNotice>{success}</SuccessNotice>
      <div className="actions actions-start">
        <Button onClick={() => open('secondFactor')}>{labels.secondFactor.remove}</Button>
        <Button onClick={() => open('passkeys')}>{labels.passkeys.remove}</Button>
      </div>
      {confirming !== undefined && (
        <Confirm
          open
          title={labels[confirming].title({ username: user.username })}
          description={labels[confirming].body}
          confirm={labels[confirming].remove}
          cancel={text.cancel}
          busy={form.busy}
          onConfirm={() => remove(confirming)}
          onClose={() => setConfirming(undefined)}
        >
          <ErrorNotice error={form.error} />
        </Confirm>
      )}
    </Section>
  );
}
