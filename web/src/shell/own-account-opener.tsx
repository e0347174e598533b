import { latePart } from '../components/late/late-part.ts'
import { openOverlay } from '../components/overlay/overlay-host.tsx'

const PasswordDialog = latePart(async () => (await import('../features/login/password-dialog.tsx')).PasswordDialog)
const PhoneDialog = latePart(async () => (await import('../features/login/phone-dialog.tsx')).PhoneDialog)
const DevicesDialog = latePart(async () => (await import('../features/login/devices-dialog.tsx')).DevicesDialog)

/** Opens 修改密码. */
export function openPasswordDialog(): void {
  void openOverlay((close) => <PasswordDialog onClose={close} />)
}

/** Opens 更换手机号. */
export function openPhoneDialog(): void {
  void openOverlay((close) => <PhoneDialog onClose={close} />)
}

/** Opens 登录设备. */
export function openDevicesDialog(): void {
  void openOverlay((close) => <DevicesDialog onClose={close} />)
}
