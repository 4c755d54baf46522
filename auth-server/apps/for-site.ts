import { originsFor } from '@vitrine/shared/config/allowed-origin.ts'
import type { AppConfig } from '@vitrine/shared/config/app-config.ts'

/** An app as the API process tells the frame server of it. */
export interface ToldApp {
  readonly app: AppConfig
  /** Patterns of previews. */
  readonly previewOrigins: readonly string[]
}

/** The app as a document for one site goes by it: previews are named one by one, and the pattern that has them is in none. */
export const forSite = ({ app, previewOrigins }: ToldApp, site: string | undefined): AppConfig => ({
  ...app,
  allowed_domains: originsFor([...app.allowed_domains, ...previewOrigins], site),
})
