import { GreetingRow } from '../login-method/greeting-row.tsx'
import type { Greeting } from '../login-method/login-method.ts'
import { say } from '../words/say.ts'
import { openFlow } from './flow-login.tsx'
import { providerOf } from './provider.ts'
import { ProviderLogo } from './provider-logo.tsx'

/** "Continue with your Google account": one press, and whoever is logged in there is logged in here. */
export const oauthGreeting: Greeting = {
  open({ onChosen, onForget, ...context }) {
    const provider = providerOf(context.way, context.kernel.app)
    const { press, ...opened } = openFlow(context)
    return {
      ...opened,
      Row: ({ isFirst }) => (
        <GreetingRow
          icon={<ProviderLogo provider={provider} />}
          isFirst={isFirst}
          label={say('social.greeting', { provider: provider.name })}
          onForget={onForget}
          onPress={() => {
            onChosen()
            press()
          }}
          who={null}
        />
      ),
    }
  },
}
