import type { Role, User, UserSort } from '@ownvoice/shared/contract';
import { useCallback, useEffect, useState } from 'react';
import { Button } from '../../interface/button.js';
import { SelectField, TextField } from '../../interface/field.js';
import { Icon } from '../../interface/icon.js';
import { Done, Failure } from '../../interface/notice.js';
import { useDebounced } from '../../interface/use-debounced.js';
import { useLoaded } from '../../interface/use-loaded.js';
import { useSignedIn } from '../state.js';
import { text } from '../text.js';
import { CreateUser, DeleteUser, EditUser, ResetPassword } from './user-dialogs.js';
import { UserTable } from './user-table.js';

const PAGE_SIZE = 20;

export type UserTask = { kind: 'create' } | { kind: 'edit' | 'reset' | 'delete'; user: User };

export default function UsersPage() {
  const { api } = useSignedIn();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), 200);
  const [role, setRole] = useState<Role | ''>('');
  const [sort, setSort] = useState<UserSort>('-created_at');
  const [offset, setOffset] = useState(0);
  const [task, setTask] = useState<UserTask>();
  const [done, setDone] = useState('');

  const load = useCallback(
    (signal: AbortSignal) => api.users({ search, role, sort, limit: PAGE_SIZE, offset }, signal),
    [api, search, role, sort, offset],
  );
  const list = useLoaded(load);
  const { users = [], total = 0 } = list.value ?? {};

  // biome-ignore lint/correctness/useExhaustiveDependencies: another question starts on its first page
  useEffect(() => setOffset(0), [search, role, sort]);
  useEffect(() => {
    // The last account of the last page may just have been deleted.
    if (total > 0 && offset >= total) setOffset(Math.max(0, offset - PAGE_SIZE));
  }, [offset, total]);

  const finished = (words: string) => {
    setTask(undefined);
    setDone(words);
    list.reload();
  };
  const open = (next: UserTask) => {
    setDone('');
    setTask(next);
  };
  const dialog = { onDone: finished, onClose: () => setTask(undefined) };
  const narrowed = search !== '' || role !== '';

  return (
    <>
      <div className="page-head">
        <p className="lead" aria-live="polite" aria-busy={list.loading}>
          {list.value === undefined ? text.loading : narrowed ? text.users.found(total) : text.users.lead(total)}
        </p>
        <Button look="primary" onClick={() => open({ kind: 'create' })}>
          <Icon name="plus" />
          {text.users.create}
        </Button>
      </div>
      <search className="filters">
        <TextField
          label={text.users.search}
          type="search"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SelectField
          label={text.fields.role}
          value={role}
          onChange={(event) => setRole(event.target.value === '' ? '' : (event.target.value as Role))}
        >
          <option value="">{text.users.everyRole}</option>
          <option value="admin">{text.roles.admin}</option>
          <option value="user">{text.roles.user}</option>
        </SelectField>
      </search>
      <Done>{done}</Done>
      <Failure error={list.error} action={<Button onClick={list.reload}>{text.retry}</Button>} />
      {list.value !== undefined && (
        <UserTable users={users} sort={sort} onSort={setSort} onTask={open} busy={list.loading} />
      )}
      {total > PAGE_SIZE && (
        <nav className="pagination" aria-label={text.users.pagination}>
          <Button disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - PAGE_SIZE))}>
            {text.users.previous}
          </Button>
          <span>{text.users.range(offset + 1, Math.min(offset + PAGE_SIZE, total), total)}</span>
          <Button disabled={offset + PAGE_SIZE >= total} onClick={() => setOffset(offset + PAGE_SIZE)}>
            {text.users.next}
          </Button>
        </nav>
      )}
      {task?.kind === 'create' && <CreateUser {...dialog} />}
      {task?.kind === 'edit' && <EditUser user={task.user} {...dialog} />}
      {task?.kind === 'reset' && <ResetPassword user={task.user} {...dialog} />}
      {task?.kind === 'delete' && <DeleteUser user={task.user} {...dialog} />}
    </>
  );
}
