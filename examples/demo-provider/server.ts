import { startDemoProvider } from './provider.ts'

const {
  VITRINE_ORIGIN = 'http://localhost:4401',
  VITRINE_DEMO_PROVIDER_PORT = '4403',
  VITRINE_DEMO_PROVIDER_SECRET = '',
} = process.env

/** Of `npm start` alone: a newcomer sees a login at another company work without an account anywhere. */
const provider = await startDemoProvider(Number(VITRINE_DEMO_PROVIDER_PORT), {
  id: 'vitrine-demo',
  secret: VITRINE_DEMO_PROVIDER_SECRET,
  redirectUri: `${VITRINE_ORIGIN}/oauth/callback`,
})
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void provider.stop().then(() => process.exit(0)))
