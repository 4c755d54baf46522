import type { AnsweredRequest } from '../log.ts'

/** How something ended that was asked for: it was done, refused to who asked, or nobody could do it. */
export type Outcome = 'ok' | 'refused' | 'failed'

/** What is counted while the server works. Names are of this server's making, so that there are only so many of each. */
export interface Recorder {
  request(answered: AnsweredRequest): void
  /** A call of another process of ours, such as the signer. */
  operation(process: string, name: string, seconds: number, outcome: Outcome): void
  login(method: string, outcome: Outcome): void
  signature(chainType: string): void
  /** A call that came too often, by the name of the limit. */
  limited(scope: string): void
  webhook(outcome: 'delivered' | 'retried' | 'given_up'): void
}

const NOBODY: Recorder = {
  request() {},
  operation() {},
  login() {},
  signature() {},
  limited() {},
  webhook() {},
}

let recorder = NOBODY

/** Who counts: nobody, until a process that was asked for metrics says who. */
export const record = (): Recorder => recorder

export function startRecording(by: Recorder): void {
  recorder = by
}
