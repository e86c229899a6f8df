import { Modal } from '../interface/dialog.js';
import { Form, useForm } from '../interface/form.js';
import { CurrentPasswordField, FormActions } from './account-fields.js';
import { blankError } from './field-rules.js';
import type { PasswordPrompt } from './session.js';
import { useText } from './text.js';

/** Asks for the password that a request needs after a while. A wrong one is shown here, any other error where the request began. */
export function PasswordDialog({ prompt }: { prompt: PasswordPrompt }) {
  const text = useText();
  const { codes, passwordDialog: labels } = text;
  const form = useForm({ current_password: '' }, ({ current_password }) => ({
    current_password: blankError(current_password, text.fieldErrors.passwordMissing),
  }));
  const submit = () => form.submit(() => prompt.retry(form.values.current_password));
  return (
    <Modal title={labels.title} onClose={prompt.decline}>
      <p className="muted">{codes.recent_sign_in_required}</p>
      <Form form={form} onSubmit={submit}>
        <CurrentPasswordField {...form.field('current_password')} hint={labels.hint} />
        <FormActions form={form} submit={text.next} onCancel={prompt.decline} />
      </Form>
    </Modal>
  );
}
