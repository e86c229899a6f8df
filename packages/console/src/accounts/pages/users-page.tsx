import type { Role, UserSort } from '@ownvoice/shared/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../../interface/button.js';
import { SelectField, TextField } from '../../interface/field.js';
import { Icon } from '../../interface/icon.js';
import { ErrorNotice, SuccessNotice } from '../../interface/notice.js';
import { useDebounced } from '../../interface/use-debounced.js';
import { useFetch } from '../../interface/use-fetch.js';
import { useSignedIn } from '../session.js';
import { useText } from '../text.js';
import { CreateUser, DeleteUser, EditUser, ResetPassword, type UserDialog } from './user-dialogs.js';
import { UserTable } from './user-table.js';

const PAGE_SIZE = 20;
const SEARCH_DELAY_MS = 200;

export default function UsersPage() {
  const text = useText();
  const { api } = useSignedIn();
  const [searchText, setSearchText] = useState('');
  const search = useDebounced(searchText.trim(), SEARCH_DELAY_MS);
  const [role, setRole] = useState<Role | ''>('');
  const [sort, setSort] = useState<UserSort>('-created_at');
  const [offset, setOffset] = useState(0);
  const [dialog, setDialog] = useState<UserDialog>();
  const [success, setSuccess] = useState('');

  const load = useCallback(
    (signal: AbortSignal) => api.users({ search, role, sort, limit: PAGE_SIZE, offset }, signal),
    [api, search, role, sort, offset],
  );
  const list = useFetch(load);
  const { users = [], total = 0 } = list.value ?? {};

  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed filter or sort starts on the first page
  useEffect(() => setOffset(0), [search, role, sort]);
  useEffect(() => {
    // Deleting the last account of the last page leaves that page empty.
    if (total > 0 && offset >= total) setOffset(Math.max(0, offset - PAGE_SIZE));
  }, [offset, total]);

  // The button that opened the dialog goes with the row of a deleted account.
  const summary = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new list may have lost the row with the focus
  useEffect(() => {
    if (success !== '' && document.activeElement === document.body) summary.current?.focus();
  }, [list.value, success]);

  const finished = (message: string) => {
    setDialog(undefined);
    setSuccess(message);
    list.reload();
  };
  const open = (next: UserDialog) => {
    setSuccess('');
    setDialog(next);
  };
  const handlers = { onDone: finished, onClose: () => setDialog(undefined) };
  const filtered = search !== '' || role !== '';

  return (
    <>
      <div className="page-header">
        <p ref={summary} tabIndex={-1} className="lead" aria-live="polite" aria-busy={list.loading}>
          {list.value === undefined
            ? text.loading
            : filtered
              ? text.users.matches({ total })
              : text.users.total({ total })}
        </p>
        <Button variant="primary" onClick={() => open({ kind: 'create' })}>
          <Icon name="plus" />
          {text.users.create}
        </Button>
      </div>
      <search className="filters">
        <TextField
          label={text.users.search}
          type="search"
          autoComplete="off"
          value={searchText}
          onChange={(event) => setSearchText(event.target.value)}
        />
        <SelectField
          label={text.fields.role}
          value={role}
          onChange={(event) => setRole(event.target.value === '' ? '' : (event.target.value as Role))}
        >
          <option value="">{text.users.allRoles}</option>
          <option value="admin">{text.roles.admin}</option>
          <option value="user">{text.roles.user}</option>
        </SelectField>
      </search>
      <SuccessNotice>{success}</SuccessNotice>
      <ErrorNotice error={list.error} action={<Button onClick={list.reload}>{text.retry}</Button>} />
      {list.value !== undefined && (
        <UserTable users={users} sort={sort} onSort={setSort} onAction={open} busy={list.loading} />
      )}
      {total > PAGE_SIZE && (
        <nav className="pagination" aria-label={text.users.pagination}>
          <Button disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - PAGE_SIZE))}>
            {text.users.previous}
          </Button>
          <span>{text.users.range({ first: offset + 1, last: Math.min(offset + PAGE_SIZE, total), total })}</span>
          <Button disabled={offset + PAGE_SIZE >= total} onClick={() => setOffset(offset + PAGE_SIZE)}>
            {text.users.next}
          </Button>
        </nav>
      )}
      {dialog?.kind === 'create' && <CreateUser {...handlers} />}
      {dialog?.kind === 'edit' && <EditUser user={dialog.user} {...handlers} />}
      {dialog?.kind === 'reset' && <ResetPassword user={dialog.user} {...handlers} />}
      {dialog?.kind === 'delete' && <DeleteUser user={dialog.user} {...handlers} />}
    </>
  );
}
