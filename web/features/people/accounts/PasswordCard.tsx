import type { ComponentProps, ReactNode } from 'react';
import { atField } from '../../../platform/server/api.ts';
import { tellFailure } from '../../../ui/alerts/failures.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Form, hasIssues } from '../../../ui/fields/Form.tsx';
import { Note } from '../../../ui/pages/Note.tsx';
import { CardFooter, Pair, Subject } from '../../../ui/pages/Section.tsx';
import { NewPasswordFields } from '../users/open/NewPasswordFields.tsx';
import { wholeErrorId } from '../users/open/useAuthForm.ts';

interface PasswordCardProps extends Pick<ComponentProps<typeof NewPasswordFields>, 'controlOf' | 'withoutHint'> {
  form: ComponentProps<typeof Form>['ref'];
  heading: string;
  hint: string;
  submit: string;
  /** Error of the form as a whole. */
  problem: string | null;
  /** Fields that prove the user's identity, above the new password. */
  children: ReactNode;
  /** Field of the identity proof, and the error codes shown at this field. */
  proof: { field: string; failures: Parameters<typeof atField>[2] };
  /** Tells whether the typed values may be sent. */
  accepts: () => boolean;
  onSend: () => Promise<void>;
}

/** Sets the password of the user's own account: an identity proof, then the new password. */
export function PasswordCard(props: PasswordCardProps) {
  const { form, heading, hint, submit, problem, children, proof, controlOf, withoutHint, accepts, onSend } = props;

  async function send() {
    if (!accepts()) return;
    try {
      await onSend();
    } catch (cause) {
      const shown = atField(cause, proof.field, proof.failures);
      // An error shown at its field needs no alert.
      if (!hasIssues(shown)) tellFailure(cause);
      throw shown;
    }
  }

  return (
    <Form ref={form} onSubmit={send}>
      <Subject
        heading={heading}
        hint={hint}
        end={
          <CardFooter>
            <Button type="submit" variant="outline">
              {submit}
            </Button>
          </CardFooter>
        }
      >
        {children}
        <Pair>
          <NewPasswordFields controlOf={controlOf} withoutHint={withoutHint} />
        </Pair>
        {problem && (
          <div id={wholeErrorId}>
            <Note tone="danger">{problem}</Note>
          </div>
        )}
      </Subject>
    </Form>
  );
}
