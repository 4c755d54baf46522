import { CloseIcon } from '../../ui/icons.tsx'
import { CheckIcon } from '../../ui/icons-later.tsx'
import { say } from '../../words/say.ts'
import styles from './notice.module.css'

/** What just happened, seen and spoken. It stays until it is closed or left. */
export const Notice = ({ news, onHide }: { readonly news: string; onHide(): void }) => (
  <div className={styles.notice}>
    <CheckIcon />
    <p className={styles.news} role="status">
      {news}
    </p>
    <button
      aria-label={say('home.dismiss')}
      className={styles.hide}
      onClick={onHide}
      title={say('home.dismiss')}
      type="button"
    >
      <CloseIcon />
    </button>
  </div>
)
