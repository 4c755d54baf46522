import type { ReactNode } from 'react'
import { ChoiceRow, ChoiceRows } from '../../ui/choice-row.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Screen } from '../../ui/screen.tsx'
import { shortAddress } from '../../ui/short-address.ts'
import { Tile } from '../../ui/tile.tsx'
import { say } from '../../words/say.ts'
import type { Payer } from './payer.ts'

export interface ChooseScreenProps {
  readonly payers: readonly Payer[]
  /** What is brought and where to, in words. */
  readonly sentence: ReactNode
  /** The one that was chosen is not connected any more. */
  readonly hasGone: boolean
  /** `null`: the site takes no wallet apps. */
  readonly onConnect: (() => void) | null
  onChoose(payer: Payer): void
  onBack(): void
  onClose(): void
}

/** Which of the person's wallets pays. */
export function ChooseScreen({ payers, sentence, hasGone, onConnect, onChoose, ...ways }: ChooseScreenProps) {
  return (
    <Screen {...ways} sentence={sentence} title={say('fundWallets.choose')}>
      {hasGone ? <Problem>{say('fundWallets.gone')}</Problem> : null}
      <ChoiceRows>
        {payers.map((payer, place) => (
          <ChoiceRow
            icon={<Tile image={payer.icon} name={payer.name} size="tiny" />}
            isFirst={place === 0}
            key={`${payer.wallet.chainType} ${payer.wallet.address}`}
            meaning={<bdi dir="ltr">{shortAddress(payer.wallet.address)}</bdi>}
            label={payer.name}
            onPress={() => onChoose(payer)}
          />
        ))}
        {onConnect ? (
          <ChoiceRow
            icon="+"
            isFirst={payers.length === 0}
            meaning={say('fundWallets.anotherMeaning')}
            label={say('fundWallets.another')}
            onPress={onConnect}
          />
        ) : null}
      </ChoiceRows>
    </Screen>
  )
}
