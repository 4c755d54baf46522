import { Button } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/problem.tsx'
import type { Failure } from '../../../words/failure.ts'
import { say } from '../../../words/say.ts'

/** Says why a part of the account did not come, and asks for it again. */
export const TryAgain = ({ failure, onRetry }: { failure: Failure; onRetry(): void }) => (
  <>
    <Problem>{failure.message}</Problem>
    <Button look="plain" onClick={onRetry}>
      {say('action.tryAgain')}
    </Button>
  </>
)
