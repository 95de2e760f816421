// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Nothing: the precompiled headers of the tests need a target of their own.
