import { createContext, type ReactNode, useMemo } from 'react';
import { coloursAmong, identityColour } from './identity.ts';

/** Colour of an id among the people of the place around an avatar. */
export const CompanyContext = createContext<(id: string) => string>(identityColour);

interface CompanyProps {
  /** Ids of the people of the place; only another array recomputes the colours. */
  people: readonly string[] | undefined;
  children: ReactNode;
}

/** Company of people in one place: their avatars inside have different colours. */
export function Company({ people, children }: CompanyProps) {
  const colourOf = useMemo(() => {
    const given = people && coloursAmong(people);
    return (id: string) => given?.get(id) ?? identityColour(id);
  }, [people]);
  return <CompanyContext value={colourOf}>{children}</CompanyContext>;
}
