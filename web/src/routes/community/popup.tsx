import type { CommunityPage } from '@oriel/contract';
import { ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import prose from '../../ui/prose.module.css';
import styles from './popup.module.css';

interface Props extends Pick<CommunityPage, 'popup'> {
  open: boolean;
  onClose: () => void;
}

export function Popup({ popup: { title, text, questions, link, close }, open, onClose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={title} closeLabel={close}>
      <p className={prose.soft}>{text}</p>
      <div className={styles.questions}>
        {questions.map(({ question, answer }) => (
          <details key={question} className={styles.question}>
            <summary className={styles.summary}>
              {question} <Icon name="chevronDown" size={16} />
            </summary>
            <p className={styles.answer}>{answer}</p>
          </details>
        ))}
      </div>
      <ButtonLink variant="primary" to={link.to} onClick={onClose}>
        {link.label}
      </ButtonLink>
    </Dialog>
  );
}
