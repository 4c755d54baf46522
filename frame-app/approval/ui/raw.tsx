import { useId, useState } from 'react'
import { say } from '../../words/say.ts'
import type { Explanation } from '../explain/explanation.ts'
import { MarkedText } from './marked-text.tsx'
import box from './message-box.module.css'
import styles from './receipt.module.css'

/** Exactly what is signed, one press away. */
export function Raw({ raw }: { raw: Explanation['raw'] }) {
  const [isShown, setIsShown] = useState(false)
  const labelId = useId()
  const labels = [...new Set(raw.map(({ label }) => label))].join(', ')
  return (
    <div className={isShown ? box.message : styles.collapsed}>
      <div className={box.head}>
        <span className={box.label} id={labelId}>
          {labels}
        </span>
        <button
          aria-expanded={isShown}
          className={box.toggle}
          onClick={() => setIsShown(!isShown)}
          type="button"
        >
          {say(isShown ? 'sign.hideRaw' : 'sign.showRaw')}
        </button>
      </div>
      {isShown
        ? raw.map(({ value }, place) => <RawBox key={`${place}`} labelId={labelId} text={value} />)
        : null}
    </div>
  )
}

const RawBox = ({ labelId, text }: { labelId: string; text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key (WCAG 2.1.1)
  <section aria-labelledby={labelId} className={`${box.box} ${box.raw}`} dir="ltr" tabIndex={0}>
    <MarkedText text={text} />
  </section>
)
