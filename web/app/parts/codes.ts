// The pages of codes, fetched together (see web/vite/parts.ts).
export { ResetPage } from '../../features/otp/ResetPage.tsx';
export { TwoStepPage } from '../../features/otp/TwoStepPage.tsx';
export { VerifyPage } from '../../features/otp/VerifyPage.tsx';
