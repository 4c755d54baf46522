import type { Kernel } from '../../ui/kernel-context.ts'

/**
 * The site's name that the scanner judges by (contract §4.3 `transactionScanning.domain`): the pinned host, or that of
 * another origin of the same app, as its server's config has them. A page cannot go by anybody else's good name.
 */
export function scanDomain({
  app,
  config,
  hostOrigin,
}: Pick<Kernel, 'app' | 'config' | 'hostOrigin'>): string {
  const { domain } = config.get().embeddedWallets.transactionScanning
  const isOwn = app.allowed_domains.some(origin => new URL(origin).host === domain)
  return domain !== undefined && isOwn ? domain : new URL(hostOrigin).host
}
