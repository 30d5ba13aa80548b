import { redirect } from 'react-router';

/** The former URL of the course's page. */
export function loader() {
  return redirect('/opportunity');
}
