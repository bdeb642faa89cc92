/** Notes who listens for errors of this process's outputs; returns a function that removes whoever has come since. */
export function holdOutputs(): () => void {
  const outputs = [process.stdout, process.stderr].map(output => ({ output, known: output.listeners('error') }));
  return () => {
    for (const { output, known } of outputs)
      for (const hear of output.listeners('error'))
        if (!known.includes(hear)) output.removeListener('error', hear as (error: Error) => void);
  };
}
