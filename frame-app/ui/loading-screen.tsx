import { say } from '../words/say.ts'
import styles from './lazy-screen.module.css'
import { Screen, type ScreenProps } from './screen.tsx'
import { Spinner } from './spinner.tsx'

/** A screen whose content is on its way. */
export const LoadingScreen = ({
  title,
  onBack,
  onClose,
}: Pick<ScreenProps, 'title' | 'onBack' | 'onClose'>) => (
  <Screen onBack={onBack} onClose={onClose} status={say('shell.loading')} title={title}>
    <div className={styles.waiting}>
      <Spinner />
    </div>
  </Screen>
)
