import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

function indexInHistory(): number {
  const index: unknown = window.history.state?.idx;
  return typeof index === 'number' ? index : 0;
}

/** Goes back to before the page, whatever it has added to the history since, or to `fallback` when it was opened directly. */
export function useBack(fallback: string): () => void {
  const navigate = useNavigate();
  const arrival = useRef(0);
  useEffect(() => {
    arrival.current = indexInHistory();
  }, []);
  return () => {
    const index = indexInHistory();
    const first = Math.min(arrival.current, index);
    if (first > 0) navigate(first - 1 - index);
    else navigate(fallback);
  };
}
