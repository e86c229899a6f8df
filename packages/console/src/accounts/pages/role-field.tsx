import type { Role } from '@ownvoice/shared/contract';
import { SelectField } from '../../interface/field.js';
import { useText } from '../text.js';

export function RoleField({ role, onChange }: { role: Role; onChange: (role: Role) => void }) {
  const text = useText();
  return (
    <SelectField label={text.fields.role} name="role" value={role} onChange={(value) => onChange(value as Role)}>
      <option value="user">{text.roles.user}</option>
      <option value="admin">{text.roles.admin}</option>
    </SelectField>
  );
}
