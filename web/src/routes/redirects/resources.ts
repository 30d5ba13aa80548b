import { redirect } from 'react-router';

/** The former address of the learning page. */
export function loader() {
  return redirect('/opportunity');
}
