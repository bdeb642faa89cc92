import { createContext, type ReactNode, useCallback, useContext, useId, useLayoutEffect, useState } from 'react';

type Report = (form: string, unsaved: boolean) => void;

/** Function by which a form reports to the page around it; null on a page that doesn't ask before it loses changes. */
const Scope = createContext<Report | null>(null);

/** Reports to the surrounding {@link UnsavedScope} whether a form has unsaved changes, until the form is unmounted. */
export function useReportUnsaved(unsaved: boolean): void {
  const report = useContext(Scope);
  const form = useId();
  // Before the next press: a form that is gone must not be asked about.
  useLayoutEffect(() => {
    if (!report) return;
    report(form, unsaved);
    return () => report(form, false);
  }, [report, form, unsaved]);
}

interface UnsavedScopeProps {
  /** Called with whether any form within has unsaved changes. */
  onUnsaved: (unsaved: boolean) => void;
  children: ReactNode;
}

/** Collects the unsaved changes of the forms within, for a page that asks before it loses them. */
export function UnsavedScope({ onUnsaved, children }: UnsavedScopeProps) {
  const [forms, setForms] = useState<ReadonlySet<string>>(new Set());
  const report = useCallback<Report>(
    (form, unsaved) =>
      setForms(old => {
        if (old.has(form) === unsaved) return old;
        return new Set(unsaved ? [...old, form] : [...old].filter(other => other !== form));
      }),
    [],
  );
  const unsaved = forms.size > 0;
  useLayoutEffect(() => {
    onUnsaved(unsaved);
    return () => onUnsaved(false);
  }, [unsaved, onUnsaved]);
  return <Scope value={report}>{children}</Scope>;
}
