import { useState } from 'react';
import { useLocation } from 'react-router';

/** Whether the place sheet is open: at first for visitors who go from place to place, until they close it. */
export function useSheet() {
  const { state } = useLocation();
  const [isOpen, setIsOpen] = useState(state?.sheet === true);
  const setOpen = (willBeOpen: boolean) => {
    setIsOpen(willBeOpen);
    const { usr } = history.state ?? {};
    if (willBeOpen || !usr?.sheet) return;
    const { sheet: _, ...rest } = usr;
    // It stays closed when the page is reloaded or come back to.
    history.replaceState({ ...history.state, usr: rest }, '');
  };
  return { isOpen, setOpen };
}
