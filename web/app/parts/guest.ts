// Chunk of the pages for people who are not logged in (see web/vite/chunks.ts).
export { LoginPage } from '../../features/people/sign-in/LoginPage.tsx';
export { RegisterPage } from '../../features/people/sign-in/RegisterPage.tsx';
