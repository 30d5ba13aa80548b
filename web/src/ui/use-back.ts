import { useNavigate } from 'react-router';

/** Goes back in history, or to `fallback` when the page was opened directly. */
export function useBack(fallback: string): () => void {
  const navigate = useNavigate();
  return () => {
    const index: unknown = window.history.state?.idx;
    if (typeof index === 'number' && index > 0) navigate(-1);
    else navigate(fallback);
  };
}
