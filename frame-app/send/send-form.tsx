import { type FormEvent, useState } from 'react'
import type { AddressBook } from '../recipients/address-book.ts'
import { Button } from '../ui/button.tsx'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { say } from '../words/say.ts'
import { AmountField } from './amount-field.tsx'
import { CoinField } from './coin-field.tsx'
import type { Draft, SendProblem } from './flow.ts'
import { RecentRecipients } from './recent-recipients.tsx'
import { RecipientField } from './recipient-field.tsx'
import { amountProblem, sayProblem } from './say-problem.ts'
import styles from './send.module.css'
import type { SendForm } from './use-send-form.ts'

export interface SendFormScreenProps {
  readonly form: SendForm
  readonly book: AddressBook
  readonly isPreparing: boolean
  /** Why the last one could not be made. */
  readonly problem: SendProblem | null
  onReview(draft: Draft): void
  onBack(): void
  onClose(): void
}

/** Coin, recipient and amount; then Review, which sends nothing yet. */
export function SendFormScreen(props: SendFormScreenProps) {
  const { form, book, isPreparing, problem, onReview, onBack, onClose } = props
  const { holding, recipient, amount, draft } = form
  const [isAsked, setIsAsked] = useState(false)
  const unsaid = amount.problem && sayProblem(amount.problem, holding)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsAsked(true)
    // The same name, asked for once more.
    if (recipient.problem === 'noAnswer') form.typeRecipient(recipient.text)
    else if (draft && !isPreparing) onReview(draft)
  }
  return (
    <Screen
      onBack={onBack}
      onClose={onClose}
      status={isPreparing ? say('send.preparing') : undefined}
      title={say('send.title')}
    >
      <form className={styles.form} noValidate onSubmit={submit}>
        <CoinField holding={holding} holdings={form.holdings} onChoose={form.chooseCoin} />
        <RecipientField
          acquaintance={form.acquaintance}
          chain={holding.chain}
          isMissing={isAsked && recipient.text.trim() === ''}
          onType={form.typeRecipient}
          state={recipient}
        />
        {recipient.text === '' ? (
          <RecentRecipients
            onChoose={({ address }) => form.typeRecipient(address)}
            onForget={book.forget}
            recipients={form.recents}
          />
        ) : null}
        <AmountField
          holding={holding}
          isLessFee={amount.isMax && holding.token === null}
          isMeasuring={amount.status === 'measuring'}
          onMax={form.askForAll}
          onType={form.typeAmount}
          problem={unsaid ?? amountProblem(amount.text, holding, isAsked)}
          text={amount.text}
          value={form.value}
        />
        {problem === null ? null : <Problem>{sayProblem(problem, holding)}</Problem>}
        <Button isBusy={isPreparing} type="submit">
          {say('send.review')}
        </Button>
      </form>
    </Screen>
  )
}
