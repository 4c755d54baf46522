import { type FundingOption, optionName } from '@vitrine/shared/funding/options.ts'
import type { DisabledReason } from '@vitrine/shared/funding/request.ts'
import { ChoiceRow, ChoiceRows } from '../../ui/choice-row.tsx'
import { Screen } from '../../ui/screen.tsx'
import { say } from '../../words/say.ts'
import type { KnownRequest } from '../asset.ts'
import styles from './funding.module.css'
import { METHOD_ICONS } from './icons.tsx'
import { meaningOf, nameOf, vendorName } from './name-method.ts'
import { SiteWords } from './site-words.tsx'

export interface MethodChooserProps {
  readonly request: KnownRequest
  onChoose(option: FundingOption): void
  readonly onBack?: (() => void) | undefined
  onClose(): void
}

/** The ways to bring money that this request can take; those that it cannot say why. */
export function MethodChooser({ request, onChoose, onBack, onClose }: MethodChooserProps) {
  const { supportedOptions, disabledOptions, asset, uiConfig } = request
  return (
    <Screen
      onBack={onBack}
      onClose={onClose}
      sentence={say('funding.sentence', { symbol: asset.symbol })}
      title={say('funding.title')}
    >
      <SiteWords words={[uiConfig.landing?.title]} />
      <ChoiceRows>
        {supportedOptions.map((option, index) => {
          const Icon = METHOD_ICONS[option.method]
          return (
            <ChoiceRow
              icon={<Icon />}
              isFirst={index === 0}
              key={optionName(option)}
              label={nameOf(option)}
              meaning={meaningOf(option)}
              onPress={() => onChoose(option)}
            />
          )
        })}
      </ChoiceRows>
      {disabledOptions.length > 0 ? (
        <ul aria-label={say('funding.unavailable')} className={styles.disabled}>
          {disabledOptions.map(({ option, reason }) => {
            const Icon = METHOD_ICONS[option.method]
            return (
              <li className={styles.off} key={optionName(option)}>
                <span aria-hidden="true" className={styles.icon}>
                  <Icon />
                </span>
                <span className={styles.words}>
                  <span>{nameOf(option)}</span>
                  <span className={styles.note}>{whyOff(reason, option)}</span>
                </span>
              </li>
            )
          })}
        </ul>
      ) : null}
    </Screen>
  )
}

function whyOff(reason: DisabledReason, option: FundingOption): string {
  switch (reason) {
    case 'testnet':
      return say('funding.off.testnet')
    case 'not-sold':
      return say('funding.off.notSold', { provider: vendorName(option) })
    case 'no-usdc-address':
      return say('funding.off.noUsdc')
  }
}
