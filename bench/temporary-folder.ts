import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Lab } from './lab.ts'

/** A folder that is removed when the benchmark ends. */
export const temporaryFolder = (lab: Lab): Promise<string> =>
  lab.keep(mkdtemp(join(tmpdir(), 'vitrine-bench-')), folder => rm(folder, { recursive: true, force: true }))
