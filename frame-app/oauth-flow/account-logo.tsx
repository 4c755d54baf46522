import type { Way } from '@vitrine/shared/login/registry.ts'
import { useKernel } from '../ui/kernel-context.ts'
import { providerOf } from './provider.ts'
import { ProviderLogo } from './provider-logo.tsx'

/** Of an account among the ways to log in. */
export const AccountLogo = ({ way }: { way: Way }) => (
  <ProviderLogo provider={providerOf(way, useKernel().app)} />
)
