import { useId } from 'react'
import { say } from '../../words/say.ts'
import styles from './channel-choice.module.css'
import type { SmsChannel } from './recipient.ts'
import { WhatsappMark } from './whatsapp-mark.tsx'

/** Text message or WhatsApp, where the app has both. */
export function ChannelChoice({
  channel,
  onChange,
}: {
  channel: SmsChannel
  onChange: (channel: SmsChannel) => void
}) {
  const name = useId()
  const ways = [
    { value: 'sms', label: say('sms.channelSms'), mark: null },
    { value: 'whatsapp', label: say('sms.channelWhatsapp'), mark: <WhatsappMark /> },
  ] as const
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{say('sms.channel')}</legend>
      {ways.map(({ value, label, mark }) => (
        <label className={styles.way} key={value}>
          <input
            checked={channel === value}
            className={styles.radio}
            name={name}
            onChange={() => onChange(value)}
            type="radio"
            value={value}
          />
          {mark}
          <span className={styles.label}>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
