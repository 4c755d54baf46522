import { parseAllDocuments } from 'yaml'

/** Reads a configuration file into the values that JSON has. */
// biome-ignore lint/suspicious/noExplicitAny: each test knows which file it reads.
export type Yaml = any

/**
 * Reads YAML with anchors and `<<`.
 * @returns one value for each document
 * @throws Error with the line that is no YAML
 */
export const readYaml = (text: string): Yaml[] =>
  parseAllDocuments(text, { merge: true }).map(document => {
    for (const error of document.errors) throw error
    return document.toJS()
  })
