// Chunk of the pages for one-time codes (see web/vite/chunks.ts).
export { ResetPage } from '../../features/people/otp/ResetPage.tsx';
export { TwoStepPage } from '../../features/people/otp/TwoStepPage.tsx';
export { VerifyPage } from '../../features/people/otp/VerifyPage.tsx';
