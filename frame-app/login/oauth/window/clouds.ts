import { CLOUD_NAMES, isCloud } from '../../../recovery/clouds.ts'

/** The cloud that a flow leads to, as people know it; `null`: a login. @param provider of the flow */
export const cloudName = (provider: string): string | null =>
  isCloud(provider) ? CLOUD_NAMES[provider].name : null
