import { afterAll } from 'vitest';
import { cleanUp } from './cleanup.ts';

// Runs before each test file.
afterAll(cleanUp);
