import type { Role } from '@ownvoice/shared/contract';
import { type MouseEvent, useCallback, useRef, useState } from 'react';
import { Button } from '../../interface/button.js';
import { SelectField, TextField } from '../../interface/field.js';
import { Icon } from '../../interface/icon.js';
import { FetchError, Loading, SuccessNotice } from '../../interface/notice.js';
import { useFetch } from '../../interface/use-fetch.js';
import { type Message, useMessage } from '../../language/language-provider.js';
import { useSignedIn } from '../session.js';
import { type AccountsText, useText } from '../text.js';
import { CreateResetLink, Invitations } from './invitations.js';
import { CreateUser, DeleteUser, EditUser, ResetPassword, type UserDialog } from './user-dialogs.js';
import { useUserFilter } from './user-filter.js';
import { UserTable } from './user-table.js';

const PAGE_SIZE = 20;
const pagesOf = (total: number) => Math.max(1, Math.ceil(total / PAGE_SIZE));

export default function UsersPage() {
  const text = useText();
  const { api } = useSignedIn();
  const { filter, typed, type, change } = useUserFilter();
  const { search, role, sort, page } = filter;
  const [dialog, setDialog] = useState<UserDialog>();
  const [success, showSuccess] = useMessage<AccountsText>();

  const load = useCallback(
    async (signal: AbortSignal) => {
      const { search, role, sort, page } = filter;
      const offset = (page - 1) * PAGE_SIZE;
      const found = await api.users({ search, role, sort, limit: PAGE_SIZE, offset, details: true }, signal);
      // The last account of the last page was deleted, or the address names a page that is not there any more.
      const last = pagesOf(found.total);
      if (page > last) change({ ...filter, page: last }, { replace: true });
      return found;
    },
    [api, change, filter],
  );
  const list = useFetch(load);
  const { users = [], total = 0 } = list.value ?? {};

  const summary = useRef<HTMLParagraphElement>(null);

  const finished = (message: Message<AccountsText>) => {
    setDialog(undefined);
    showSuccess(message);
    list.reload();
  };
  const open = (next: UserDialog) => {
    showSuccess();
    setDialog(next);
  };
  const turnTo = (next: number, { detail }: MouseEvent) => {
    change({ ...filter, page: next });
    // A key press keeps its button in view for the next one.
    if (detail > 0) summary.current?.scrollIntoView({ block: 'center' });
  };
  const handlers = { onDone: finished, onClose: () => setDialog(undefined) };
  const filtered = search !== '' || role !== '';

  return (
    <>
      <div className="row spread">
        <search className="filters">
          <TextField label={text.users.search} type="search" autoComplete="off" value={typed} onChange={type} />
          <SelectField
            label={text.fields.role}
            value={role}
            onChange={(next) => change({ ...filter, role: next as Role | '', page: 1 })}
          >
            <option value="">{text.users.allRoles}</option>
            <option value="admin">{text.roles.admin}</option>
            <option value="user">{text.roles.user}</option>
          </SelectField>
        </search>
        <Button variant="primary" onClick={() => open({ kind: 'create' })}>
          <Icon name="plus" />
          {text.users.create}
        </Button>
      </div>
      <SuccessNotice>{success}</SuccessNotice>
      <FetchError {...list} />
      {list.pending && <Loading>{text.loading}</Loading>}
      <p ref={summary} className="muted" aria-live="polite" aria-busy={list.loading}>
        {list.value && (filtered ? text.users.matches({ total }) : text.users.total({ total }))}
      </p>
      {list.value !== undefined && (
        <UserTable
          users={users}
          sort={sort}
          onSort={(next) => change({ ...filter, sort: next, page: 1 })}
          onAction={open}
          busy={list.loading}
        />
      )}
      {total > PAGE_SIZE && (
        <nav className="row spread" aria-label={text.users.pagination}>
          <Button disabled={page === 1} onClick={(event) => turnTo(page - 1, event)}>
            {text.users.previous}
          </Button>
          <span className="muted small">
            {text.users.range({ first: (page - 1) * PAGE_SIZE + 1, last: Math.min(page * PAGE_SIZE, total), total })}
          </span>
          <Button disabled={page >= pagesOf(total)} onClick={(event) => turnTo(page + 1, event)}>
            {text.users.next}
          </Button>
        </nav>
      )}
      <Invitations />
      {dialog?.kind === 'resetLink' && <CreateResetLink user={dialog.user} onClose={handlers.onClose} />}
      {dialog?.kind === 'create' && <CreateUser {...handlers} />}
      {dialog?.kind === 'edit' && <EditUser user={dialog.user} {...handlers} />}
      {dialog?.kind === 'reset' && <ResetPassword user={dialog.user} {...handlers} />}
      {dialog?.kind === 'delete' && <DeleteUser user={dialog.user} {...handlers} />}
    </>
  );
}
