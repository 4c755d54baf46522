import type { EditableAppConfig } from '@vitrine/shared/config/app-config.ts'
import * as z from 'zod'

/** A picture that mail programs load; in the clear, who listens would know who reads their mail. */
export const mailIcon = z.string().regex(/^https:\/\/[^\s"'<>\\]{1,2000}$/)

/**
 * The app's icon, where a mail can show it: the operator's own picture, from one address for all readers, so that whoever serves
 * it learns that a mail was opened and not by whom.
 */
export function mailIconOf({ icon_url: url }: Pick<EditableAppConfig, 'icon_url'>): {
  readonly icon?: string
} {
  const { data: icon } = mailIcon.safeParse(url)
  return icon === undefined ? {} : { icon }
}
