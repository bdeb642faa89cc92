import type { ReactNode } from 'react';
import { Button } from '../fields/Button.tsx';
import { Form } from '../fields/Form.tsx';
import { CardFooter, Subject } from './Section.tsx';
import { useReportUnsaved } from './UnsavedScope.tsx';

interface FormCardProps {
  heading: string;
  hint: ReactNode;
  /** Label of the button at the foot. */
  save: string;
  unsaved: boolean;
  onSubmit: () => unknown;
  children: ReactNode;
}

/**
 * Card that is a form of its own, with the button that saves it at its foot. It reports unsaved changes to an
 * `UnsavedScope` around it.
 */
export function FormCard({ heading, hint, save, unsaved, onSubmit, children }: FormCardProps) {
  useReportUnsaved(unsaved);
  return (
    <Form onSubmit={onSubmit} unsaved={unsaved}>
      <Subject
        heading={heading}
        hint={hint}
        end={
          <CardFooter>
            <Button type="submit" variant="outline" disabled={!unsaved}>
              {save}
            </Button>
          </CardFooter>
        }
      >
        {children}
      </Subject>
    </Form>
  );
}
