interface Known {
  twoStepRequired?: true | undefined;
  doubleAuthentification?: boolean | undefined;
  verification?: boolean | undefined;
}

/** Tells whether a person lacks the two-step that is required of them: they may do nothing but set it up (decision 0080). */
export const lacksTwoStep = ({ twoStepRequired, doubleAuthentification, verification }: Known): boolean =>
  twoStepRequired === true && !(doubleAuthentification && verification);
