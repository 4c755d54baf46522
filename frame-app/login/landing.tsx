import { useStore } from '../flow/use-flow.ts'
import { useKernel } from '../ui/kernel-context.ts'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { Tile } from '../ui/tile.tsx'
import { say } from '../words/say.ts'
import styles from './landing.module.css'
import { LegalNote } from './legal-note.tsx'
import type { OpenLogin } from './login-method.ts'

/** Every login method as a row, under the app's name. */
export function Landing({ methods, onClose }: { methods: readonly OpenLogin[]; onClose: () => void }) {
  const { app, appearance } = useKernel()
  const { logo, landingHeader, loginMessage, termsUrl, privacyUrl } = useStore(appearance)
  return (
    <Screen
      emblem={
        <div className={styles.emblem}>
          <Tile image={logo} name={app.name} size="large" />
        </div>
      }
      onClose={onClose}
      sentence={loginMessage ?? say('login.intro', { app: app.name })}
      title={landingHeader}
    >
      <div className={styles.rows}>
        {methods.length === 0 ? <Problem>{say('error.noMethod')}</Problem> : null}
        {methods.map(({ Row }, index) => (
          <Row key={index} />
        ))}
      </div>
      <LegalNote privacyUrl={privacyUrl} termsUrl={termsUrl} />
    </Screen>
  )
}
