import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, failureMessage } from '../../../../platform/server/api.ts';
import { type Asked, useSendCode } from '../otp.queries.ts';

/** State of sending a code; `again` is true for every code after this page's first. */
export type Sending =
  | { state: 'sending' }
  | { state: 'sent'; again: boolean }
  | { state: 'refused'; minutes: number }
  | { state: 'failed'; why: string };

/** Code being sent: its state, the pause before the next one, and the call that sends it. */
export interface Code {
  sending: Sending;
  /** Seconds until another code may be sent. */
  wait: number;
  send: () => Promise<void>;
}

/** Pause between two codes of one account. */
const pauseSeconds = 60;

/** Counts down the seconds left until a moment. */
function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    if (moment <= Date.now()) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= moment) clearInterval(timer);
    }, 1_000);
    return () => clearInterval(timer);
  }, [moment]);
  return Math.max(0, Math.ceil((moment - now) / 1_000));
}

/**
 * Sends a code as soon as its recipient is known, and again on demand. The server refuses a second code within a
 * minute; the first is then still valid, as after a reload.
 * @param onEnded called when the pending login has expired
 */
export function useCode(asked: Asked | null, onEnded?: (why: string) => void): Code {
  const { mutateAsync } = useSendCode();
  const [sending, setSending] = useState<Sending>({ state: 'sending' });
  const [until, setUntil] = useState(0);
  const wait = useSecondsUntil(until);
  const ended = useRef(onEnded);
  ended.current = onEnded;

  const sendTo = useCallback(
    async (to: Asked, again: boolean) => {
      const pauseFor = (seconds: number) => setUntil(Date.now() + seconds * 1_000);
      setSending({ state: 'sending' });
      try {
        await mutateAsync(to);
        setSending({ state: 'sent', again });
        pauseFor(pauseSeconds);
      } catch (cause) {
        const { status, retryAfter } = cause instanceof ApiError ? cause : { status: 0, retryAfter: null };
        if (status === 401) ended.current?.(failureMessage(cause));
        if (status !== 429) return setSending({ state: 'failed', why: failureMessage(cause) });
        const seconds = retryAfter ?? pauseSeconds;
        pauseFor(seconds);
        if (seconds <= pauseSeconds) setSending({ state: 'sent', again: false });
        else setSending({ state: 'refused', minutes: Math.ceil(seconds / 60) });
      }
    },
    [mutateAsync],
  );

  const { id, email, token } = asked ?? {};
  const begun = useRef('');
  useEffect(() => {
    if (!id || !email || begun.current === id) return;
    begun.current = id;
    void sendTo({ id, email, token }, false);
  }, [id, email, token, sendTo]);

  const send = async () => {
    if (asked) await sendTo(asked, true);
  };
  return { sending, wait, send };
}
